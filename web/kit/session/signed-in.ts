import { useSyncExternalStore } from 'react'
import { session } from '../api.ts'

const subscribe = (onChange: () => void) => session.onChange(onChange)
const nobody = () => false

/** Whether somebody is signed in, as far as this device knows. While prerendering, nobody is. */
export const useIsSignedIn = (): boolean => useSyncExternalStore(subscribe, session.isSignedIn, nobody)
