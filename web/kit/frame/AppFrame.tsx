import { LinkButton } from '@cuida/ui/Button/Button.tsx'
import { lazy } from '@cuida/ui/lazy/lazy.tsx'
import { preloadModules } from '@cuida/ui/lazy/lazy-module.ts'
import { FrameProvider } from '@cuida/ui/Screen/frame.tsx'
import { type ReactNode, useEffect, useState } from 'react'
import { type Route, routes } from '../../routes.ts'
import { supportMail } from '../contact.ts'
import { usePartner } from '../content/partner.tsx'
import { backOf } from '../navigation/back.ts'
import type { Match } from '../navigation/match.ts'
import { Brand, WebsiteLink } from './Brand.tsx'

const HelpSheet = lazy('HelpSheet', () => import('./HelpSheet.tsx'), { place: 'over', waiting: <Contacts /> })

/** Shown without the network, from the page's own settings, and without messages, which may not have arrived either. */
function Contacts() {
  const { emergencyPhoneNumber: number, partnerConfig, partnerName } = usePartner()
  const { email } = partnerConfig.supportProvider.info
  return (
    <>
      <LinkButton href={`tel:${number}`} variant="danger" icon="phone">
        {number}
      </LinkButton>
      <LinkButton href={supportMail(email, partnerName)} icon="mail">
        {email}
      </LinkButton>
    </>
  )
}

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
