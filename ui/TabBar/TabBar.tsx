import type { ReactNode } from 'react'
import { Icon } from '../Icon/Icon.tsx'
import { t } from '../i18n/messages.ts'
import { Link } from '../Link/Link.tsx'
import { VisuallyHidden } from '../VisuallyHidden/VisuallyHidden.tsx'
import css from './TabBar.module.css'

export interface TabBarItem {
  icon: 'home' | 'history' | 'support' | 'profile'
  label: string
  href: string
  /** Shows a dot with this accessible label, such as "consulta en curso". */
  note?: string | undefined
}

interface TabBarProps {
  items: readonly TabBarItem[]
  /** The `icon` of the current tab. */
  current: TabBarItem['icon'] | undefined
  /** Above the sidebar, from 960 px on. */
  logo?: ReactNode
}

/** The four root screens: a bottom bar on phones, a sidebar from 960 px on. */
export function TabBar({ items, current, logo }: TabBarProps) {
  return (
    <nav className={css.bar} aria-label={t('ui.tabs.main')}>
      {logo && <div className={css.logo}>{logo}</div>}
      {items.map(({ icon, label, href, note }) => (
        <Link key={icon} href={href} className={css.tab} aria-current={icon === current ? 'page' : undefined}>
          <span className={css.pill}>
            <Icon name={icon === current ? `${icon}-on` : icon} />
            {note && <span className={css.dot} />}
          </span>
          <span>{label}</span>
          {note && <VisuallyHidden>, {note}</VisuallyHidden>}
        </Link>
      ))}
    </nav>
  )
}
