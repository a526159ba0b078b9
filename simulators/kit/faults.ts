import type { Store } from './store.ts'

export const providers = [
  'monei',
  'mercadopago',
  'twilio',
  'google',
  'serpro',
  'viacep',
  'smtp',
  'medikit',
  'memed',
  'omie',
  'push',
  'fcm',
  'apns',
  'zendesk',
  'ga4',
  'matomo',
  'sentry',
] as const
export type Provider = (typeof providers)[number]

/** Faults in place of the work, after which an adapter knows nothing about its outcome. */
export const outageFaults = [
  'timeout',
  '5xx',
  'truncated',
  'malformed',
  'wrong-type',
  'huge',
  'redirect',
  'reset',
] as const
/** Response faults. Those that begin with `did-it-then` occur after the work is done. */
export const answerFaults = ['slow', ...outageFaults, 'did-it-then-5xx', 'did-it-then-timeout'] as const
export const webhookFaults = ['duplicate-webhook', 'late-webhook', 'forged-webhook'] as const

export type AnswerFault = (typeof answerFaults)[number]
export type WebhookFault = (typeof webhookFaults)[number]

export interface PlannedFault {
  provider: Provider
  fault: AnswerFault | WebhookFault
  /** Remaining occurrences. */
  times: number
  /** Part of `METHOD /path`: the fault applies only to matching requests. */
  path?: string
  /** For `slow` and `late-webhook`. */
  delayMs?: number
}

export interface Faults {
  plan(fault: PlannedFault): void
  planned(): PlannedFault[]
  clear(provider?: Provider): void
  /** Uses up one occurrence of the first planned fault that matches. */
  take(provider: Provider, concerns: (fault: PlannedFault) => boolean): PlannedFault | undefined
}

/**
 * Plans survive a restart: a test may plan a fault, kill everything, and find it waiting. They are also kept in
 * memory, because every request reads them.
 */
export function createFaults(store: Store): Faults {
  const stored = store.collection<PlannedFault>('fault')
  const keyOf = ({ provider, fault, path }: PlannedFault) => `${provider} ${fault} ${path ?? ''}`
  // A Map keeps the order of planning.
  const found = stored.list().reverse()
  const plans = new Map(found.map((plan) => [keyOf(plan), plan]))
  const put = (plan: PlannedFault) => {
    stored.put(keyOf(plan), plan)
    plans.set(keyOf(plan), plan)
  }
  const remove = (plan: PlannedFault) => {
    stored.remove(keyOf(plan))
    plans.delete(keyOf(plan))
  }
  const planned = () => [...plans.values()]
  return {
    plan: put,
    planned,
    clear(provider) {
      for (const plan of planned()) if (provider === undefined || plan.provider === provider) remove(plan)
    },
    take(provider, concerns) {
      if (plans.size === 0) return undefined
      const plan = planned().find((each) => each.provider === provider && concerns(each))
      if (!plan) return undefined
      if (plan.times > 1) put({ ...plan, times: plan.times - 1 })
      else remove(plan)
      return plan
    },
  }
}
