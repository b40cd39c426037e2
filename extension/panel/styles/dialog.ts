/** The dialog with the answers, where `rem` would be the page's. */
export const dialogStyles = `
#item{inline-size:min(736px,calc(100vw - 24px));max-block-size:calc(100dvh - 24px);padding:20px}
#item p,#item li,#item div{font-size:inherit}
#item :is(.standing,.means,.source,.said,.more,.question){font-size:.875em}
#item [role=heading]{font-size:17px}
`;
