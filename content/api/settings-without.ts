import { Config } from '@cuida/core/brand/config.ts'
import { unwrap } from '@cuida/core/brand/strapi.ts'
import { goWithout } from '@cuida/core/brand/without.ts'
import type { Capability } from '@cuida/core/kit/capability.ts'
import * as v from 'valibot'
import { type Entry, wrapped } from './entries.ts'

/** The partner's settings for who asks for them as content: what has no provider here is offered to no reader. */
export const settingsWithout =
  (without: readonly Capability[]) =>
  (entry: Entry): Entry => {
    if (without.length === 0) return entry
    const said = v.parse(Config, unwrap(wrapped(entry, Object.keys(entry.parts))))
    const { paymentProvider, pixEnabled, offersSubscription, socialLoginEnabled, ...rest } = goWithout(said, without)
    const offered = { paymentProvider, pixEnabled, offersSubscription, socialLoginEnabled }
    const { notificationChannels, partnerConfig } = rest
    return { ...entry, scalars: { ...entry.scalars, ...offered, notificationChannels, partnerConfig, without } }
  }
