import { words } from './build.ts';
import type { TagDefinition } from './definition.ts';

export const DEPRESSION: TagDefinition = { id: 1, name: words('Depression', 'Depressão') };
export const ANXIETY: TagDefinition = { id: 2, name: words('Anxiety', 'Ansiedade') };
export const TRAUMA: TagDefinition = { id: 3, name: words('Trauma', 'Trauma') };
export const STRESS: TagDefinition = { id: 4, name: words('Stress and distress', 'Estresse e sofrimento') };
export const SOMATIC: TagDefinition = { id: 5, name: words('Physical symptoms', 'Sintomas físicos') };
export const WELL_BEING: TagDefinition = { id: 6, name: words('Well-being', 'Bem-estar') };
export const SCREENING: TagDefinition = { id: 7, name: words('Brief screening', 'Triagem breve') };
/** Instruments with an item that can raise a risk signal. */
export const RISK_ITEM: TagDefinition = { id: 8, name: words('Has a risk item', 'Tem item de risco') };
export const DEMONSTRATION: TagDefinition = {
  id: 9,
  name: words('Invented for demonstration', 'Inventado para demonstração'),
};

/** All tags, by id. */
export const TAGS: readonly TagDefinition[] = [
  DEPRESSION,
  ANXIETY,
  TRAUMA,
  STRESS,
  SOMATIC,
  WELL_BEING,
  SCREENING,
  RISK_ITEM,
  DEMONSTRATION,
];
