import '@instrument-panel/widget/define.js';
import '@instrument-panel/widget/apply/define.js';
import '@instrument-panel/widget/sparkline/define.js';
import { configure } from '@instrument-panel/widget/index.js';
import { openChart } from './chart.js';

openChart(configure);
