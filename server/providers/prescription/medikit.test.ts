import { credentials } from '@cuida/twins/credentials.ts'
import { signedHereContract } from './contract.ts'
import { medikitPrescriptions } from './medikit.ts'

signedHereContract({
  provider: 'medikit',
  adapter: (twins, { timeoutMs, key = credentials.medikit.apiKey } = {}) =>
    medikitPrescriptions({ baseUrl: `${twins.url}/twins/medikit`, apiKey: key, ...(timeoutMs ? { timeoutMs } : {}) }),
  dispense: (twins, providerId, code) =>
    fetch(`${twins.url}/twins/medikit/p/${providerId}`, {
      method: 'POST',
      body: new URLSearchParams({ code, act: 'dispense' }),
    }),
  unknownLicence: '00000',
})
