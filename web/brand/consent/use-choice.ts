import type { CookieGroup } from '@cuida/core/brand/consent/consent.ts'
import { useSyncExternalStore } from 'react'
import { usePartner } from '../../kit/content/partner.tsx'
import { type Choice, choiceFor, onCookieChoice, saveCookieChoice, versionOf } from './choice.ts'

/** The choice on this device for the partner's current analytics settings. */
export function useChoice(): { choice: Choice | undefined; choose: (groups: readonly CookieGroup[]) => void } {
  const { analytics } = usePartner()
  const version = versionOf(analytics)
  const choice = useSyncExternalStore(onCookieChoice, () => choiceFor(version))
  return { choice, choose: (groups) => saveCookieChoice(version, groups) }
}
