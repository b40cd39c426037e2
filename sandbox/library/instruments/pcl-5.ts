import { defineInstrument } from '../define.ts';

/**
 * PCL-5: 20 items of 0 to 4, total 0 to 80; cut-off 33, and no empirical severity bands. Weathers et al. (2013);
 * Blevins et al. (2015), J Trauma Stress 28: 489-498.
 */
export const pcl5 = defineInstrument({
  id: 'd1c64e8b-7f20-4935-b6aa-2c9d0f53e871',
  series: 5,
  shortTitle: 'PCL-5',
  title: ['PTSD Checklist for DSM-5', 'Lista de verificação do TEPT para o DSM-5'],
  description: [
    'Symptoms of post-traumatic stress over one month.',
    'Sintomas de estresse pós-traumático em um mês.',
  ],
  instruction: [
    'Sum of twenty items from 0 to 4, total 0 to 80. Cut-offs from 31 to 33 are in use; 33 is used here. There are no empirical severity bands.',
    'Soma de vinte itens de 0 a 4, total de 0 a 80. Usam-se pontos de corte de 31 a 33; aqui é 33. Não há faixas empíricas de gravidade.',
  ],
  patientInstruction: [
    'Think of a very stressful event. Over the last month, how much did each of these bother you?',
    'Pense em um acontecimento muito estressante. No último mês, quanto cada uma destas situações incomodou você?',
  ],
  references:
    'Weathers FW, Litz BT, Keane TM, Palmieri PA, Marx BP, Schnurr PP (2013). The PTSD Checklist for DSM-5. National Center for PTSD. Blevins CA, Weathers FW, Davis MT, Witte TK, Domino JL (2015). J Trauma Stress 28(6): 489-498.',
  tags: ['TRAUMA', 'RISK_ITEM'],
  ranges: [
    [0, 32, 'Below the cut-off', 'Abaixo do ponto de corte', 'calm'],
    [33, 80, 'At or above the cut-off', 'No ponto de corte ou acima', 'moderate'],
  ],
  options: [
    ['Not at all', 'Nada'],
    ['A little bit', 'Um pouco'],
    ['Moderately', 'Moderadamente'],
    ['Quite a bit', 'Bastante'],
    ['Extremely', 'Extremamente'],
  ],
  items: [
    ['Unwanted memories of the event', 'Lembranças indesejadas do acontecimento'],
    ['Bad dreams about the event', 'Pesadelos com o acontecimento'],
    ['Moments as if it were happening again', 'Momentos como se tudo acontecesse de novo'],
    ['Distress at reminders', 'Sofrimento diante do que faz lembrar'],
    ['Bodily reactions to reminders', 'Reações do corpo diante do que faz lembrar'],
    ['Avoiding thoughts or feelings about it', 'Evitar pensamentos ou sentimentos sobre o assunto'],
    ['Avoiding people or places that recall it', 'Evitar pessoas ou lugares que o lembram'],
    ['Gaps in the memory of the event', 'Falhas na memória do acontecimento'],
    [
      'Strongly negative views of oneself, others or the world',
      'Visão muito negativa de si, dos outros ou do mundo',
    ],
    ['Blaming oneself or others for it', 'Culpar a si ou a outros pelo ocorrido'],
    ['Strong fear, anger, guilt or shame', 'Medo, raiva, culpa ou vergonha intensos'],
    ['Loss of interest in activities', 'Perda de interesse por atividades'],
    ['Feeling far from other people', 'Sensação de distância das outras pessoas'],
    ['Difficulty having good feelings', 'Dificuldade para sentir coisas boas'],
    ['Irritable or aggressive behaviour', 'Comportamento irritado ou agressivo'],
    // Mixes risk-taking with self-harm, so even its highest answers are a mild signal.
    [
      'Taking risks, or doing what could hurt oneself',
      'Correr riscos, ou fazer o que pode machucar a si',
      { 3: 'LOW', 4: 'LOW' },
    ],
    ['Being constantly on the lookout', 'Estado de alerta constante'],
    ['Being easily startled', 'Sustos com facilidade'],
    ['Difficulty concentrating', 'Dificuldade de concentração'],
    ['Difficulty sleeping', 'Dificuldade para dormir'],
  ],
});
