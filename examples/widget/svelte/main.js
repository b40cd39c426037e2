import '@instrument-panel/widget/define';
import '@instrument-panel/widget/apply/define';
import '@instrument-panel/widget/sparkline/define';
import { configure } from '@instrument-panel/widget';
import { mount } from 'svelte';
import { kitOptions } from '../clinic.js';
import Chart from './Chart.svelte';

configure(kitOptions());
mount(Chart, { target: document.getElementById('app') });
