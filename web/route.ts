import type { ComponentType } from 'react'

/** Who may stand on a screen: anybody, only people without a session (they see Welcome otherwise), or signed-in people. */
export type Guard = 'anybody' | 'guest' | 'patient'
export type Tab = 'home' | 'history' | 'support' | 'profile'
export type Params = Record<string, string>
export type Screen = ComponentType<{ params: Params }>

export interface Route {
  /** Exactly the path of the specification map (chapter 2 of A and of B); `:name` is a parameter, `:name?` may be missing. */
  path: string
  guard: Guard
  tab?: Tab
  /** The four roots show the tab bar; on other screens it is hidden. */
  root?: boolean
  /** Stays open in maintenance: a call or a payment may be going on there. */
  inMaintenance?: true
  /** Name of the screen where "back" leads when there is no history; a test holds it to the names there are. */
  back?: string
}

/** The screen of a module, loaded when it is asked for. */
export const pick =
  <K extends string>(name: K, load: () => Promise<Record<K, Screen>>) =>
  () =>
    load().then((module) => module[name])
