import { credentials } from '@cuida/simulators/credentials.ts'
import { signedHereContract } from './contract.ts'
import { medikitPrescriptions } from './medikit.ts'

signedHereContract({
  provider: 'medikit',
  adapter: (simulators, { timeoutMs, key = credentials.medikit.apiKey } = {}) =>
    medikitPrescriptions({
      baseUrl: `${simulators.url}/simulators/medikit`,
      apiKey: key,
      ...(timeoutMs ? { timeoutMs } : {}),
    }),
  dispense: (simulators, providerId, code) =>
    fetch(`${simulators.url}/simulators/medikit/p/${providerId}`, {
      method: 'POST',
      body: new URLSearchParams({ code, act: 'dispense' }),
    }),
  unknownLicence: '00000',
})
