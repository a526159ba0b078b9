import { currentLocale } from '@cuida/ui/i18n/messages.ts'
import { LazyPlaceholder } from '@cuida/ui/lazy/LazyPlaceholder.tsx'
import { type LazyModule, lazyModule } from '@cuida/ui/lazy/lazy-module.ts'
import { useLazyModule } from '@cuida/ui/lazy/use-lazy-module.ts'
import { loadAllMessages } from './kit/content/messages.ts'
import type { RouteName, Screen } from './routes.ts'

/** The screens that most visits start with. */
const FIRST = {
  welcome: () => import('./access/sign-in/WelcomeScreen.tsx').then((module) => module.WelcomeScreen),
  home: () => import('./catalogue/HomeScreen.tsx').then((module) => module.HomeScreen),
}

/** The loaders of all other screens. */
const importLazyRoutes = () => import('./lazy-routes.ts')
/** The same, to be preloaded. */
export const lazyRoutesPart = lazyModule(importLazyRoutes)

/** `loadScreen` retries when the network fails. */
export async function importScreen(name: RouteName): Promise<Screen> {
  if (name === 'welcome' || name === 'home') return FIRST[name]()
  return (await importLazyRoutes()).lazyRoutes[name]()
}

const modules = new Map<RouteName, LazyModule<Screen>>()

/** A screen's code and messages. */
function partOf(name: RouteName): LazyModule<Screen> {
  const known = modules.get(name)
  if (known) return known
  const lazyScreen = lazyModule(async () => {
    const [screen] = await Promise.all([importScreen(name), loadAllMessages(currentLocale())])
    return screen
  })
  modules.set(name, lazyScreen)
  return lazyScreen
}

export const loadScreen = (name: RouteName): Promise<Screen> => partOf(name).load()

/** Registers a screen whose code is already loaded (prerendering, hydration). */
export function provideScreen(name: RouteName, screen: Screen): void {
  modules.set(name, { here: () => screen, load: async () => screen })
}

/** Shows a screen by name, synchronously when its code is loaded. */
export function ScreenOf({ name, params }: { name: RouteName; params: Record<string, string> }) {
  const coming = useLazyModule(partOf(name))
  const Here = coming.here
  return Here ? <Here params={params} /> : <LazyPlaceholder {...coming} place="screen" />
}
