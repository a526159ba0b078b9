import { can } from '@cuida/core/brand/without.ts'
import { me } from '@cuida/core/profile/account/api.ts'
import type { Profile } from '@cuida/core/profile/account/profile.ts'
import { Section } from '@cuida/ui/Card/Card.tsx'
import { List, ListRow } from '@cuida/ui/ListRow/ListRow.tsx'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { useHints } from '../../kit/content/hints.ts'
import { usePartner } from '../../kit/content/partner.tsx'
import { FailureAlert } from '../../kit/failure/FailureAlert.tsx'
import { useSession } from '../../kit/session/session.tsx'
import { pathOf } from '../../routes.ts'
import { addressLine } from '../address/address-line.ts'
import { CopyOfData } from '../deletion/CopyOfData.tsx'
import { useAddress } from '../queries.ts'
import { AccountForm } from './AccountForm.tsx'
import { PhoneNumber } from './PhoneNumber.tsx'
import css from './ProfileScreen.module.css'

const ME = [me]

/** A2.28: who I am, how to reach me, where I live, and the way to leave. */
export function AccountScreen() {
  const { profile } = useSession()
  useHints(ME)
  return (
    <Screen title={t('profile.account.title')}>{profile ? <Mine profile={profile} /> : <Skeleton lines={8} />}</Screen>
  )
}

/** Another number or address needs a code sent there to be proved. */
function Mine({ profile }: { profile: Profile }) {
  const partner = usePartner()
  return (
    <div className={css.sections}>
      <AccountForm profile={profile} />
      <Section title={t('profile.contact')}>
        <List>
          <ListRow
            icon="phone"
            title={t('profile.phone')}
            detail={<PhoneNumber number={profile.phone.number} />}
            href={can(partner, 'messages') ? pathOf('changePhone') : undefined}
          />
          <ListRow
            icon="mail"
            title={t('profile.email')}
            detail={profile.email}
            href={can(partner, 'mail') ? pathOf('changeEmail') : undefined}
          />
        </List>
      </Section>
      <Addresses patientId={profile.id} />
      <CopyOfData profile={profile} />
      <Section title={t('profile.danger')}>
        <List>
          <ListRow
            icon="warning"
            title={t('profile.delete.title')}
            detail={t('profile.delete.detail')}
            href={pathOf('deleteAccount')}
          />
        </List>
      </Section>
    </div>
  )
}

function Addresses({ patientId }: { patientId: string }) {
  const home = useAddress(patientId, 'home')
  const billing = useAddress(patientId, 'billing')
  const words = (found: typeof home.data) => {
    if (!found) return undefined
    return found.address ? addressLine(found.address) : t('profile.address.none')
  }
  const sameAsHome = billing.data?.source === 'home'
  return (
    <Section title={t('profile.addresses')}>
      <List>
        <ListRow
          icon="home"
          title={t('profile.address.home')}
          detail={words(home.data)}
          href={pathOf('address', { kind: 'home' })}
        />
        <ListRow
          icon="file"
          title={t('profile.address.billing')}
          detail={sameAsHome ? t('profile.address.sameAsHome') : words(billing.data)}
          href={pathOf('address', { kind: 'billing' })}
        />
      </List>
      <FailureAlert failure={home.error ?? billing.error} />
    </Section>
  )
}
