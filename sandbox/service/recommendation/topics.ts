import {
  ANXIETY,
  DEPRESSION,
  RISK_ITEM,
  SCREENING,
  SOMATIC,
  STRESS,
  TRAUMA,
  WELL_BEING,
} from '../../library/tags.ts';

const terms = (text: string): readonly string[] => text.trim().split(/\s+/);

/**
 * English and Portuguese terms that speak for a tag of the library, folded (lower case, no accents). A star ends
 * the beginning of a word; without one the whole word is meant.
 */
export const TOPICS: ReadonlyMap<number, readonly string[]> = new Map([
  [
    DEPRESSION.id,
    terms(`depress* sad sadness hopeless* tearful* worthless* guilt* anhedoni* apath* low-mood
      deprim* triste* tristeza desesperanca* choro chora culpa culpad* desanim* apati*`),
  ],
  [
    ANXIETY.id,
    terms(`anxi* worry worri* nervous* panic restless* fear fears fearful apprehens* palpitation*
      ansied* ansios* preocup* nervos* panico medo medos inquiet* apreens* palpitac*`),
  ],
  [
    TRAUMA.id,
    terms(`trauma* ptsd flashback* nightmare* assault* accident* abuse* abused violen* hypervigil*
      tept pesadelo* assalt* acident* abuso* abusad* hipervigil*`),
  ],
  [
    STRESS.id,
    terms(`stress* burnout overwhelm* distress* overload* exhaust* irritab*
      estress* sobrecarg* esgotament* esgotad* sofriment* exaust*`),
  ],
  [
    SOMATIC.id,
    terms(`somati* pain pains headache* nausea* dizz* stomach* backache*
      dor dores cefale* nausea* tontur* estomag*`),
  ],
  [
    WELL_BEING.id,
    terms(`well-being wellbeing resilien* vitality flourish*
      bem-estar vitalidade satisfac*`),
  ],
  [SCREENING.id, terms('screening screen brief triagem rastreio rastreament* breve')],
  [
    RISK_ITEM.id,
    terms(`suicid* self-harm* self-injur* autoles* automutil* autoagress* ideation ideacao
      dying die morrer morte matar-se`),
  ],
]);
