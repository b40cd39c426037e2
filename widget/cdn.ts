/** Every element in one file for a `<script type="module">`: registers them, exports what the entries do. @module */
export * from './apply/define.ts';
export * from './caseload/define.ts';
export * from './define.ts';
export * from './overview/define.ts';
export * from './seen-by/define.ts';
export * from './sparkline/define.ts';
