import { LANDING_TOKEN } from './kept.ts'

/**
 * Runs inline at the top of the head: the token of a company's link is out of the address bar and the history before the
 * page asks anybody for anything (product 4.6). Constant, so that its hash can be in the policy.
 */
export const landingScript =
  `try{var l=location,k=l.pathname.slice(0,4)=='/lp/'&&new URLSearchParams(l.search).get('token');` +
  `if(k){history.replaceState(null,'',l.pathname);sessionStorage.setItem('${LANDING_TOKEN}',k)}}catch(e){}`
