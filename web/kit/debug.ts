import type { Profile } from '@cuida/core/profile/profile.ts'
import { type Boot, readBoot } from './boot.ts'

const OFF: Boot['debug'] = { info: false, languages: false }
let flags: Boot['debug'] | undefined

/** Aids for people who build or try the product; the server says which there are, none in production. */
export function debugFlags(): Boot['debug'] {
  flags ??= readBoot().debug ?? OFF
  return flags
}

/** Spec 1 §2: a profile that may, outside of production. */
export const seesDebugInfo = (profile: Pick<Profile, 'showDebugInfo'> | undefined): boolean =>
  profile?.showDebugInfo === true && debugFlags().info
