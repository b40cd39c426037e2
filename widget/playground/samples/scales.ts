import type { Scale } from './course.ts';

/** Ranges as published: Kroenke, Spitzer, Williams 2001. */
export const phq9: Scale = {
  title: 'Patient Health Questionnaire-9',
  shortTitle: 'PHQ-9',
  direction: 'HIGHER_WORSE',
  ranges: [
    ['Minimal', '#17858b', 0, 4],
    ['Mild', '#8a7a0c', 5, 9],
    ['Moderate', '#c8641a', 10, 14],
    ['Moderately severe', '#d8404d', 15, 19],
    ['Severe', '#9a56d0', 20, 27],
  ],
};

/** Ranges as published: Topp, Østergaard, Søndergaard, Bech 2015. */
export const who5: Scale = {
  title: 'Well-Being Index',
  shortTitle: 'WHO-5',
  direction: 'HIGHER_BETTER',
  ranges: [
    ['Low well-being', '#d8404d', 0, 50],
    ['Not low', '#17858b', 51, 100],
  ],
};

/** Lovibond and Lovibond 1995; the depression subscale's ranges stand for all three here. */
export const dass21: Scale = {
  title: 'Depression Anxiety Stress Scales',
  shortTitle: 'DASS-21',
  direction: 'HIGHER_WORSE',
  subscales: ['Depression', 'Anxiety', 'Stress'],
  ranges: [
    ['Normal', '#17858b', 0, 9],
    ['Mild', '#8a7a0c', 10, 13],
    ['Moderate', '#c8641a', 14, 20],
    ['Severe', '#d8404d', 21, 27],
    ['Extremely severe', '#9a56d0', 28, 42],
  ],
};

/** What a service may send that is no colour, and must not become one. */
export const badColours: Scale = {
  ...phq9,
  ranges: phq9.ranges.map(([title, , minScore, maxScore], index) => [
    title,
    ['red;background:url(//x.example)', '', 'not a colour', '#12', 'expression(alert(1))'][index] ?? '',
    minScore,
    maxScore,
  ]),
};
