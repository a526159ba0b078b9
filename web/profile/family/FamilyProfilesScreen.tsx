import { dayInUtc } from '@cuida/core/profile/account/age.ts'
import { LinkButton } from '@cuida/ui/Button/Button.tsx'
import { serverDate } from '@cuida/ui/client/server-clock.ts'
import { PeopleDrawing } from '@cuida/ui/EmptyState/drawings.tsx'
import { EmptyState } from '@cuida/ui/EmptyState/EmptyState.tsx'
import { IdentityTag } from '@cuida/ui/IdentityTag/IdentityTag.tsx'
import { truncateName } from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { List, ListRow } from '@cuida/ui/ListRow/ListRow.tsx'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { usePartner } from '../../kit/content/partner.tsx'
import { type FamilyMember, useFamilyMembers } from '../../kit/family.ts'
import { pathOf } from '../../routes.ts'
import css from '../account/ProfileScreen.module.css'
import { FamilyGate, useCanAddDependants } from './FamilyGate.tsx'
import { formatBirth } from './format-age.ts'

/** A2.28: the account's dependants, with a link to add one. */
export function FamilyProfilesScreen() {
  return (
    <Screen title={t('profile.family.title')}>
      <FamilyGate>
        <Family />
      </FamilyGate>
    </Screen>
  )
}

function Family() {
  const children = useFamilyMembers().filter(({ isDependant }) => isDependant)
  const canAdd = useCanAddDependants()
  const add = canAdd && (
    <LinkButton href={pathOf('createDependant')} icon="plus">
      {t('profile.family.add')}
    </LinkButton>
  )
  if (children.length === 0)
    return <EmptyState drawing={<PeopleDrawing />} title={t('profile.family.empty')} action={add} />
  return (
    <div className={css.page}>
      <List label={t('profile.family.title')}>
        {children.map((child) => (
          <Child key={child.id} {...child} />
        ))}
      </List>
      <p>{t('profile.family.until18')}</p>
      {add}
    </div>
  )
}

function Child({ id, firstName, dateOfBirth, place }: FamilyMember) {
  const partner = usePartner()
  return (
    <ListRow
      media={<IdentityTag name={firstName} place={place} />}
      title={truncateName(firstName)}
      detail={formatBirth(dateOfBirth, partner, dayInUtc(serverDate()))}
      href={pathOf('editDependant', { id })}
    />
  )
}
