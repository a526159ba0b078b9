import { lazy } from '@cuida/ui/lazy/lazy.tsx'
import { preloadModules } from '@cuida/ui/lazy/lazy-module.ts'
import { FrameProvider } from '@cuida/ui/Screen/frame.tsx'
import { type ReactNode, useEffect, useState } from 'react'
import { type Route, routes } from '../../routes.ts'
import { backOf } from '../navigation/back.ts'
import type { Match } from '../navigation/match.ts'
import { Brand, WebsiteLink } from './Brand.tsx'

const HelpSheet = lazy('HelpSheet', () => import('./HelpSheet.tsx'), { place: 'over' })

/** The frame of every screen: back or logo, help at the right, and the tab bar if any. */
export function AppFrame({ match, tabBar, children }: { match: Match; tabBar?: ReactNode; children: ReactNode }) {
  const [helping, setHelping] = useState(false)
  useEffect(() => preloadModules(HelpSheet), [])
  const back = backOf(match.name, match.params)
  const { root }: Route = routes[match.name]
  const frame = {
    back,
    logo: back ? undefined : root ? <WebsiteLink /> : <Brand />,
    onHelp: () => setHelping(true),
    tabBar,
  }
  return (
    <FrameProvider frame={frame}>
      {children}
      {helping && <HelpSheet onClose={() => setHelping(false)} />}
    </FrameProvider>
  )
}
