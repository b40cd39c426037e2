import type { Case } from './sources.ts';

/** What stands after a label, or beside it. */
export const LABELS: readonly Case[] = [
  { says: 'after a label', html: '<p>MRN: 1234</p>', source: { from: 'after', label: 'MRN' }, finds: '1234' },
  {
    says: 'after a label without regard to case, colon, blanks',
    html: '<p>record  NUMBER : 1234</p>',
    source: { from: 'after', label: 'Record number:' },
    finds: '1234',
  },
  {
    says: 'after a label that is marked',
    html: '<p><b>MRN:</b> 1234</p>',
    source: { from: 'after', label: 'MRN' },
    finds: '1234',
  },
  {
    says: 'after a label in the middle',
    html: '<p>Born 1980 · MRN 1234 · x</p>',
    source: { from: 'after', label: 'MRN', pattern: '^\\d+' },
    finds: '1234',
  },
  {
    says: 'no label within a word',
    html: '<p>MRNs: 1</p><p>xMRN: 2</p><p>MRN: 3</p>',
    source: { from: 'after', label: 'MRN' },
    finds: '3',
  },
  {
    says: 'no other line after an empty label',
    html: '<p><b>MRN:</b> <i></i></p><p>Room 5</p>',
    source: { from: 'after', label: 'MRN' },
    finds: 'missing',
  },
  {
    says: 'no hidden label',
    html: '<p hidden>MRN: 1</p><p>MRN: 2</p>',
    source: { from: 'after', label: 'MRN' },
    finds: '2',
  },
  {
    says: 'a label within a part of the page',
    html: '<p>MRN: 1</p><section><p>MRN: 2</p></section>',
    source: { from: 'after', label: 'MRN', select: 'section' },
    finds: '2',
  },
  {
    says: 'no label of a script',
    html: '<script>MRN: 1</script><p>MRN: 2</p>',
    source: { from: 'after', label: 'MRN' },
    finds: '2',
  },
  {
    says: 'beside a label in a list of terms',
    html: '<dl><dt>Name<dd>Ana<dt>MRN:<dd>1234</dl>',
    source: { from: 'beside', label: 'mrn' },
    finds: '1234',
  },
  {
    says: 'beside a label in a row',
    html: '<table><tr><td><b>MRN</b></td><td> 1234 </td></tr></table>',
    source: { from: 'beside', label: 'MRN' },
    finds: '1234',
  },
  {
    says: 'beside a label in a grid of boxes',
    html: '<div><div><span>MRN</span></div><div><span>1234</span></div></div>',
    source: { from: 'beside', label: 'MRN' },
    finds: '1234',
  },
  {
    says: 'a field beside its label',
    html: '<label>MRN</label><input value=1234>',
    source: { from: 'beside', label: 'MRN' },
    finds: '1234',
  },
  {
    says: 'no heading of another column',
    html: '<table><tr><th>MRN<th>Name</tr><tr><td>1<td>Ana</tr></table>',
    source: { from: 'beside', label: 'MRN' },
    finds: 'missing',
  },
  {
    says: 'only where the whole text is the label',
    html: '<p>MRN of the mother</p><p>9</p>',
    source: { from: 'beside', label: 'MRN' },
    finds: 'missing',
  },
];
