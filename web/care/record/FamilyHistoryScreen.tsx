import { EmptyState } from '@cuida/ui/EmptyState/EmptyState.tsx'
import { IdentityTag } from '@cuida/ui/IdentityTag/IdentityTag.tsx'
import { truncateName } from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { List, ListRow } from '@cuida/ui/ListRow/ListRow.tsx'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { FamilyGate } from '../../profile/family/FamilyGate.tsx'
import { pathOf } from '../../routes.ts'
import { type RecordOwner, useHistory, useRecordOwners } from './record-queries.ts'

/** B2.24: for account holders with dependants, where the partner has families. */
export function FamilyHistoryScreen() {
  return (
    <Screen title={t('care.history.family')}>
      <FamilyGate>
        <Children />
      </FamilyGate>
    </Screen>
  )
}

function Children() {
  const children = useRecordOwners().filter(({ isDependant }) => isDependant)
  if (children.length === 0) return <EmptyState title={t('care.history.familyNone')} />
  return (
    <List label={t('care.history.family')}>
      {children.map((child) => (
        <Child key={child.id} child={child} />
      ))}
    </List>
  )
}

/** Shows the most important entry at a glance: allergies. */
function Child({ child: { id, emrId, firstName, place } }: { child: RecordOwner }) {
  const { data } = useHistory(id)
  const allergies = data?.entries.filter(({ kind, status }) => kind === 'allergy' && status === 'active')
  const list = allergies?.map(({ text }) => text).join(', ')
  return (
    <ListRow
      media={<IdentityTag name={firstName} place={place} />}
      title={truncateName(firstName)}
      detail={data && (list ? t('care.history.allergies', { list }) : t('care.history.noAllergies'))}
      href={pathOf('medicalHistory', { emrId })}
    />
  )
}
