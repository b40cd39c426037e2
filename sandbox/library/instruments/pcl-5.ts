import { COLORS, choices, numbered, PARAPHRASED, RISK_ITEM, ranges, TRAUMA, words } from '../build.ts';
import type { InstrumentDefinition, RiskSignal } from '../definition.ts';

const INTENSITY = [
  words('Not at all', 'Nada'),
  words('A little bit', 'Um pouco'),
  words('Moderately', 'Moderadamente'),
  words('Quite a bit', 'Bastante'),
  words('Extremely', 'Extremamente'),
];

/** Item 16 mixes risk-taking with self-harm, so even its highest answers are a mild signal. */
const mixedRisk: RiskSignal = { flagType: 'SUICIDE_SELF_HARM', severity: 'LOW' };

/**
 * PCL-5: 20 items of 0 to 4, total 0 to 80; cut-off 33, and no empirical severity bands. Weathers et al. (2013);
 * Blevins et al. (2015), J Trauma Stress 28: 489-498.
 */
export const pcl5: InstrumentDefinition = {
  id: 'd1c64e8b-7f20-4935-b6aa-2c9d0f53e871',
  shortTitle: 'PCL-5',
  title: words('PTSD Checklist for DSM-5', 'Lista de verificação do TEPT para o DSM-5'),
  description: words(
    `Symptoms of post-traumatic stress over one month. ${PARAPHRASED.en}`,
    `Sintomas de estresse pós-traumático em um mês. ${PARAPHRASED['pt-BR']}`,
  ),
  instruction: words(
    'Sum of twenty items from 0 to 4, total 0 to 80. Cut-offs from 31 to 33 are in use; 33 is used here. There are no empirical severity bands.',
    'Soma de vinte itens de 0 a 4, total de 0 a 80. Usam-se pontos de corte de 31 a 33; aqui é 33. Não há faixas empíricas de gravidade.',
  ),
  patientInstruction: words(
    'Think of a very stressful event. Over the last month, how much did each of these bother you?',
    'Pense em um acontecimento muito estressante. No último mês, quanto cada uma destas situações incomodou você?',
  ),
  references:
    'Weathers FW, Litz BT, Keane TM, Palmieri PA, Marx BP, Schnurr PP (2013). The PTSD Checklist for DSM-5. National Center for PTSD. Blevins CA, Weathers FW, Davis MT, Witte TK, Domino JL (2015). J Trauma Stress 28(6): 489-498.',
  developerReferences: null,
  invented: false,
  tags: [TRAUMA.id, RISK_ITEM.id],
  hasGlobalScore: true,
  direction: 'HIGHER_WORSE',
  ranges: ranges(550, [
    [0, 32, words('Below the cut-off', 'Abaixo do ponto de corte'), COLORS.calm],
    [33, 80, words('At or above the cut-off', 'No ponto de corte ou acima'), COLORS.moderate],
  ]),
  subscales: [],
  questions: numbered(5, 'PCL5', choices(INTENSITY), [
    { text: words('Unwanted memories of the event', 'Lembranças indesejadas do acontecimento') },
    { text: words('Bad dreams about the event', 'Pesadelos com o acontecimento') },
    { text: words('Moments as if it were happening again', 'Momentos como se tudo acontecesse de novo') },
    { text: words('Distress at reminders', 'Sofrimento diante do que faz lembrar') },
    { text: words('Bodily reactions to reminders', 'Reações do corpo diante do que faz lembrar') },
    {
      text: words(
        'Avoiding thoughts or feelings about it',
        'Evitar pensamentos ou sentimentos sobre o assunto',
      ),
    },
    { text: words('Avoiding people or places that recall it', 'Evitar pessoas ou lugares que o lembram') },
    { text: words('Gaps in the memory of the event', 'Falhas na memória do acontecimento') },
    {
      text: words(
        'Strongly negative views of oneself, others or the world',
        'Visão muito negativa de si, dos outros ou do mundo',
      ),
    },
    { text: words('Blaming oneself or others for it', 'Culpar a si ou a outros pelo ocorrido') },
    { text: words('Strong fear, anger, guilt or shame', 'Medo, raiva, culpa ou vergonha intensos') },
    { text: words('Loss of interest in activities', 'Perda de interesse por atividades') },
    { text: words('Feeling far from other people', 'Sensação de distância das outras pessoas') },
    { text: words('Difficulty having good feelings', 'Dificuldade para sentir coisas boas') },
    { text: words('Irritable or aggressive behaviour', 'Comportamento irritado ou agressivo') },
    {
      text: words(
        'Taking risks, or doing what could hurt oneself',
        'Correr riscos, ou fazer o que pode machucar a si',
      ),
      risk: { 3: mixedRisk, 4: mixedRisk },
    },
    { text: words('Being constantly on the lookout', 'Estado de alerta constante') },
    { text: words('Being easily startled', 'Sustos com facilidade') },
    { text: words('Difficulty concentrating', 'Dificuldade de concentração') },
    { text: words('Difficulty sleeping', 'Dificuldade para dormir') },
  ]),
};
