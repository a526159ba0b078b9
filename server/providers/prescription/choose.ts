import type { PrescriptionProvider } from '@cuida/core/care/prescription/prescription.ts'
import { VENDOR } from '@cuida/core/kit/vendors/vendors.ts'
import type { ProviderEnv } from '../../kit/provider-settings.ts'
import { resolveEndpoint, SettingsMissing } from '../resolve-credentials.ts'
import { medikitPrescriptions } from './medikit.ts'
import { memedPrescriptions } from './memed.ts'
import type { Prescriptions } from './port.ts'

/** The provider that the partner names. Throws an error that names missing settings, never a value. */
export function choosePrescriptions(
  env: ProviderEnv,
  provider: PrescriptionProvider | 'none' | undefined,
): Prescriptions | undefined {
  if (provider === 'none') return undefined
  return provider ? MAKERS[provider](env) : medikit(env)
}

function medikit(env: ProviderEnv): Prescriptions {
  const { MEDIKIT_URL: url, MEDIKIT_API_KEY: key } = env
  // Medikit has no well-known URL: without simulators both settings are required.
  const lacks = [...(key ? [] : ['MEDIKIT_API_KEY']), ...(url ? [] : ['MEDIKIT_URL'])]
  if (lacks.length > 0 && (key || !env.SIMULATORS_URL))
    throw new SettingsMissing(lacks, { isUnset: lacks.length === 2 })
  const { get, server } = resolveEndpoint(env, ['MEDIKIT_API_KEY'], VENDOR.medikit, url ?? '')
  return medikitPrescriptions({ baseUrl: server, apiKey: get('MEDIKIT_API_KEY') })
}

const MEMED_SCRIPT = 'https://memed.com.br/modulos/plataforma.sinapse-prescricao/build/sinapse-prescricao.min.js'

function memed(env: ProviderEnv): Prescriptions {
  const real = env.MEMED_URL ?? 'https://api.memed.com.br/v1'
  const { get, server, browser } = resolveEndpoint(env, ['MEMED_API_KEY', 'MEMED_SECRET_KEY'], VENDOR.memed, real)
  const isSimulator = server !== real
  return memedPrescriptions({
    baseUrl: isSimulator ? `${server}/v1` : server,
    scriptUrl: isSimulator ? `${browser}/module.js` : (env.MEMED_SCRIPT_URL ?? MEMED_SCRIPT),
    apiKey: get('MEMED_API_KEY'),
    secretKey: get('MEMED_SECRET_KEY'),
  })
}

const MAKERS: Readonly<Record<PrescriptionProvider, (env: ProviderEnv) => Prescriptions>> = { memed, medikit }
