import { openChart } from './chart.js';
// The file of the script tag, which is loaded once: it exports what the package's entries do.
import { configure } from './kit/cdn/instrument-panel.js';

openChart(configure);
