import { canPatientAddDependents, dayInUtc } from '@cuida/core/profile/account/age.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { LinkButton } from '@cuida/ui/Button/Button.tsx'
import { serverDate } from '@cuida/ui/client/server-clock.ts'
import { PeopleDrawing } from '@cuida/ui/EmptyState/drawings.tsx'
import { EmptyState } from '@cuida/ui/EmptyState/EmptyState.tsx'
import { t } from '@cuida/ui/i18n/messages.ts'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import type { ReactNode } from 'react'
import { usePartner } from '../../kit/content/partner.tsx'
import { useSession } from '../../kit/session/session.tsx'
import { pathOf } from '../../routes.ts'

/** `canPatientAddDependents` (A3.1), derived from the partner's settings and the profile. False until loaded. */
export function useCanAddDependants(): boolean {
  const config = usePartner()
  const { profile } = useSession()
  return profile !== undefined && canPatientAddDependents(config, profile, dayInUtc(serverDate()))
}

/**
 * Shows its children only where the partner has families; with `adding`, only to account holders of the minimum age.
 * Others see the reason.
 */
export function FamilyGate({ adding = false, children }: { adding?: boolean; children: ReactNode }) {
  const { familyProfilesEnabled, minAgeRequiredToAddDependants: age } = usePartner()
  const { profile } = useSession()
  const canAdd = useCanAddDependants()
  if (!familyProfilesEnabled) {
    const action = <LinkButton href={pathOf('profile')}>{t('profile.family.toProfile')}</LinkButton>
    return <EmptyState drawing={<PeopleDrawing />} title={t('profile.family.off')} action={action} />
  }
  if (!profile) return <Skeleton lines={5} />
  return adding && !canAdd ? <Alert tone="info" title={t('profile.family.tooYoung', { age })} /> : children
}
