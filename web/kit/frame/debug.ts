import type { Profile } from '@cuida/core/profile/account/profile.ts'
import { type InitialState, readInitialState } from '../content/initial-state.ts'

const OFF: InitialState['debug'] = { info: false, languages: false }

/** Debugging aids for development; the server decides which are on, none in production. */
export const debugFlags = (): InitialState['debug'] => readInitialState().debug ?? OFF

/** A2.48: a profile with permission, outside of production. */
export const seesDebugInfo = (profile: Pick<Profile, 'showDebugInfo'> | undefined): boolean =>
  profile?.showDebugInfo === true && debugFlags().info
