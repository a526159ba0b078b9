import type { Staff } from './clinician.ts'
import { DEMO_PASSWORD } from './patient-browser.ts'

const at = (clinic: string, name: string, totpSecret: string): Staff => ({
  email: `${name}@${clinic}.example`,
  password: DEMO_PASSWORD,
  totpSecret,
})

/** The staff of the two demo clinics. */
export const STAFF = {
  marta: at('vidaligera', 'marta.vidal', 'MFRGGZDFMZTWQ2LKNNWG23TPOBYXE43U'),
  elena: at('vidaligera', 'elena.ruiz', 'OVZGY6LTNFXHI3DFONZWK3TDMVZGKZLE'),
  pablo: at('vidaligera', 'pablo.navarro', 'NZ2XI4TJORUW63TBNRWHSZDFNRUWG2LP'),
  laura: at('vidaligera', 'laura.prieto', 'MNXW64TENFXGCY3JN5XGG3DJNZUWGYLM'),
  helena: at('bemleve', 'helena.prado', 'JBSWY3DPMJSW23DFOZSWQZLMMVXGC4DS'),
  rafael: at('bemleve', 'rafael.teixeira', 'KRSWS6DFNFZGCYTFNVWGK5TFOJQWMYLF'),
  beatriz: at('bemleve', 'beatriz.moura', 'MJSWC5DSNF5G233VOJQWEZLNNRSXMZJV'),
}
