/**
 * Runs inline in the head: hides a page that was rendered for a guest from a person with a session, until the app
 * shows their own (`web/main.tsx`). The script is constant, so that the content security policy can list its hash.
 */
export const signedInScript = `if(localStorage.getItem('token'))document.documentElement.dataset.signedIn='';`
