import type { ReactNode } from 'react'
import { Icon, type IconName } from '../Icon/Icon.tsx'
import css from './StatusChip.module.css'

/** `accent` means "now, your turn" and nothing else. */
export type ChipTone = 'neutral' | 'brand' | 'accent' | 'success' | 'warning' | 'danger'

/** A state as one word and an icon, never by colour alone. */
export function StatusChip({
  tone = 'neutral',
  icon,
  children,
}: {
  tone?: ChipTone
  icon: IconName
  children: ReactNode
}) {
  return (
    <span className={css.chip} data-tone={tone}>
      <Icon name={icon} size={18} />
      {children}
    </span>
  )
}
