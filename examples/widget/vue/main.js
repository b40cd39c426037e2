import '@instrument-panel/widget/define';
import '@instrument-panel/widget/apply/define';
import '@instrument-panel/widget/sparkline/define';
import { configure } from '@instrument-panel/widget';
import { createApp } from 'vue';
import { kitOptions } from '../clinic.js';
import Chart from './Chart.vue';

configure(kitOptions());
createApp(Chart).mount('#app');
