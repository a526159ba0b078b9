import { t } from '@cuida/ui/i18n/messages.ts'
import { TabBar } from '@cuida/ui/TabBar/TabBar.tsx'
import { pathOf, type Tab } from '../../routes.ts'
import { useIsOngoing } from '../ongoing.ts'
import { WebsiteLink } from './Brand.tsx'

const HREF: Record<Tab, () => string> = {
  home: () => pathOf('home', {}),
  history: () => pathOf('consultations'),
  support: () => pathOf('support'),
  profile: () => pathOf('profile'),
}
const TABS = Object.keys(HREF) as Tab[]

/** The four root screens (A2.1). History has a dot during a consultation. */
export function Tabs({ current }: { current: Tab | undefined }) {
  const ongoing = useIsOngoing()
  const items = TABS.map((tab) => ({
    icon: tab,
    href: HREF[tab](),
    label: t(`brand.tab.${tab}`),
    note: tab === 'history' && ongoing ? t('brand.tab.ongoing') : undefined,
  }))
  return <TabBar logo={<WebsiteLink />} current={current} items={items} />
}
