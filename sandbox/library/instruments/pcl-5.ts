import { defineInstrument } from '../define.ts';

/**
 * PCL-5: 20 items of 0 to 4, total 0 to 80; cut-off 33, and no empirical severity bands. Weathers et al. (2013);
 * Blevins et al. (2015), J Trauma Stress 28: 489-498.
 */
export const pcl5 = defineInstrument({
  id: 'd1c64e8b-7f20-4935-b6aa-2c9d0f53e871',
  series: 5,
  shortTitle: 'PCL-5',
  references:
    'Weathers FW, Litz BT, Keane TM, Palmieri PA, Marx BP, Schnurr PP (2013). The PTSD Checklist for DSM-5. National Center for PTSD. Blevins CA, Weathers FW, Davis MT, Witte TK, Domino JL (2015). J Trauma Stress 28(6): 489-498.',
  tags: ['TRAUMA', 'RISK_ITEM'],
  ranges: [
    [0, 32, 'calm'],
    [33, 80, 'moderate'],
  ],
  // The item mixes risk-taking with self-harm, so even its highest answers are a mild signal.
  risks: { 16: { 3: 'LOW', 4: 'LOW' } },
});
