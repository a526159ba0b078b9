import type { Profile } from '@cuida/core/profile/profile.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { Section } from '@cuida/ui/Card/Card.tsx'
import { List, ListRow } from '@cuida/ui/ListRow/ListRow.tsx'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { FailureAlert } from '../kit/FailureAlert.tsx'
import { useHints } from '../kit/hints.ts'
import { useSession } from '../kit/session.tsx'
import { pathOf } from '../routes.ts'
import { AccountForm } from './AccountForm.tsx'
import { addressLine } from './address-line.ts'
import { PhoneNumber } from './PhoneNumber.tsx'
import css from './ProfileScreen.module.css'
import { useAddress, useExport } from './queries.ts'

/** Spec 1 §2 "Account" (wireframe 26): who I am, how to reach me, where I live, and the way to leave. */
export function AccountScreen() {
  const { profile } = useSession()
  useHints('me')
  if (!profile) return <Skeleton lines={8} />
  return (
    <Screen title={t('profile.account.title')}>
      <div className={css.sections}>
        <AccountForm profile={profile} />
        <Section title={t('profile.contact')}>
          <List>
            <ListRow
              icon="phone"
              title={t('profile.phone')}
              detail={<PhoneNumber number={profile.phone.number} />}
              href={pathOf('changePhone')}
            />
            <ListRow icon="mail" title={t('profile.email')} detail={profile.email} href={pathOf('changeEmail')} />
          </List>
        </Section>
        <Addresses patientId={profile.id} />
        <Copy profile={profile} />
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
    </Screen>
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

function Copy({ profile }: { profile: Profile }) {
  const copy = useExport(profile.id)
  return (
    <Section title={t('profile.copy.title')}>
      <p>{t(profile.dependants.length > 0 ? 'profile.copy.textFamily' : 'profile.copy.text')}</p>
      <Button icon="download" busy={copy.isPending} done={copy.isSuccess} onClick={() => copy.mutate()}>
        {t('profile.copy.action')}
      </Button>
      <FailureAlert failure={copy.error} />
    </Section>
  )
}
