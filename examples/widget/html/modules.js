import '@instrument-panel/widget/define';
import '@instrument-panel/widget/apply/define';
import '@instrument-panel/widget/sparkline/define';
import { configure } from '@instrument-panel/widget';
import { openChart } from './chart.js';

openChart(configure);
