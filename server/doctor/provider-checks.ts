import { CAPABILITIES, type Capability } from '@cuida/core/kit/capability.ts'
import type { InspectedProvider } from '../providers/index.ts'
import type { Checkable } from '../providers/provider-check.ts'
import { disabledCapabilityWarnings } from '../startup-warnings.ts'
import { type Check, type Outcome, ok, problem, warning } from './check.ts'

/** The host of simulators whose address only `npm start` knows: they are not called. */
export const UNKNOWN_SIMULATORS = 'simulators.invalid'

/** One check for each capability. `inspect` needs the content, which may be unreadable. */
export const providerChecks = (inspect: () => Promise<readonly InspectedProvider[]>): Check[] =>
  CAPABILITIES.map((name) => ({
    id: `provider.${name}`,
    run: async () => {
      const found = (await inspect().catch(() => [])).find(({ capability }) => capability === name)
      return found ? outcomeOf(found) : problem('the content cannot be read', 'Fix the check `content` first.')
    },
  }))

function outcomeOf(found: InspectedProvider): Outcome | Promise<Outcome> {
  const { capability, settings } = found
  if (found.state === 'not needed') return ok('the content does not need it')
  if (found.state === 'disabled') return ok(disabledCapabilityWarnings([capability]).join())
  if (found.state === 'invalid') {
    const message = found.error instanceof Error ? found.error.message : 'its settings are invalid'
    return problem(message, `Correct them (docs/settings.md), or add ${capability} to DISABLED_PROVIDERS.`)
  }
  const names = settings.length > 0 ? settings.join(', ') : 'its settings (docs/settings.md)'
  return callProvider(capability, found.port as Checkable, names)
}

/** Without an answer the patient types the address, so this outage is no problem. */
const DISPENSABLE: readonly Capability[] = ['postalCodes']

async function callProvider(capability: Capability, { check }: Checkable, settings: string): Promise<Outcome> {
  if (!check) return ok('configured; no harmless call of this provider would test it')
  const { host } = check
  if (host === UNKNOWN_SIMULATORS) return ok('simulator, which runs with `npm start`')
  const answer = await check.run()
  if (answer.state === 'accepted') return ok(`${host} answers as expected`)
  return answer.state === 'refused'
    ? problem(
        `${host} refuses the credentials (${answer.detail})`,
        `Compare ${settings} with the provider's own pages.`,
      )
    : (DISPENSABLE.includes(capability) ? warning : problem)(
        `${host} gives no valid answer (${answer.detail})`,
        `Check that this machine reaches ${host} (DNS, firewall, proxy), that the provider is up, and ${settings}.`,
      )
}
