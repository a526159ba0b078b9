import { useSyncExternalStore } from 'react'
import { session } from '../api.ts'

const subscribe = (onChange: () => void) => session.onChange(onChange)
const nobody = () => false

/** Whether this device has a session. False during prerendering. */
export const useIsSignedIn = (): boolean => useSyncExternalStore(subscribe, session.isSignedIn, nobody)
