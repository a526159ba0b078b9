import type { DependantDetails } from '@cuida/core/profile/family/dependant-api.ts'
import { getDependant } from '@cuida/core/profile/family/dependant-api.ts'
import { LinkButton } from '@cuida/ui/Button/Button.tsx'
import { refusedWith } from '@cuida/ui/client/call-failed.ts'
import { EmptyState } from '@cuida/ui/EmptyState/EmptyState.tsx'
import { t } from '@cuida/ui/i18n/messages.ts'
import { QueryBoundary } from '@cuida/ui/QueryBoundary/QueryBoundary.tsx'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import type { ReactNode } from 'react'
import { failureMessage } from '../../kit/failure/FailureAlert.tsx'
import { pathOf } from '../../routes.ts'
import { useDependant } from '../queries.ts'

/** The dependant of the URL; reports one of another account, or one who has come of age. */
export function FoundDependant({ id, children }: { id: string; children: (child: DependantDetails) => ReactNode }) {
  const child = useDependant(id)
  if (child.data) return children(child.data)
  const isGone = refusedWith(getDependant, child.error, 'PATIENT_NOT_FOUND')
  return (
    <Screen title={t('profile.family.title')}>
      {isGone ? (
        <EmptyState
          title={t('profile.family.gone')}
          action={<LinkButton href={pathOf('familyProfiles')}>{t('profile.family.row')}</LinkButton>}
        />
      ) : (
        <QueryBoundary query={child} lines={7} errorTitle={failureMessage}>
          {() => null}
        </QueryBoundary>
      )}
    </Screen>
  )
}
