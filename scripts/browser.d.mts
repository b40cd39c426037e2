export declare const CHROMIUM_ARGS: string[];
export declare const TEST_ARGS: string[];
export declare function findBrowser(): string | null;
export declare function findHeadless(): string | null;
export declare function browserInstallers(): { name: string; commands: string[][] }[];
export declare function aptInstall(...packages: string[]): string[][];
