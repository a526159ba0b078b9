import type { Agreement } from '@cuida/core/brand/consent/consent-api.ts'
import { LinkButton } from '@cuida/ui/Button/Button.tsx'
import { Section, Stack } from '@cuida/ui/Card/Card.tsx'
import { EmptyState } from '@cuida/ui/EmptyState/EmptyState.tsx'
import { List, ListRow } from '@cuida/ui/ListRow/ListRow.tsx'
import { Loaded } from '@cuida/ui/Loaded/Loaded.tsx'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { cutName, HERE, longMoment } from '@cuida/ui/words/format.ts'
import { t } from '@cuida/ui/words/words.ts'
import { useSearch } from 'wouter'
import { usePartner } from '../../kit/content/partner.tsx'
import { Prose } from '../../kit/frame/Prose.tsx'
import { useIsSignedIn } from '../../kit/session/signed-in.ts'
import { platform } from '../../platform/platform.ts'
import { pathOf } from '../../routes.ts'
import css from '../PolicyScreen.module.css'
import { PolicyScreen } from '../PolicyScreen.tsx'
import { CookieForm } from './CookieForm.tsx'
import { DueAgreements } from './DueAgreements.tsx'
import { useAgreedText, useAgreements } from './queries.ts'

/** What may be kept here, for anybody; and what somebody with an account agreed to, word for word. */
export function AgreementsScreen() {
  const query = new URLSearchParams(useSearch())
  const textId = query.get('text')
  const isSignedIn = useIsSignedIn()
  // To what booking is a yes: it has no address of its own in the specification.
  if (query.get('document') === 'terms-of-service')
    return (
      <PolicyScreen
        slug="terms-of-service"
        title={t('checkout.remote.text')}
        error="screens.termsAndConditions.error"
      />
    )
  if (textId && isSignedIn) return <AgreedTextScreen textId={textId} />
  return (
    <Screen
      title={t(isSignedIn ? 'brand.agreements.title' : 'brand.cookies.screen')}
      lead={isSignedIn ? t('brand.agreements.lead') : undefined}
    >
      <Stack>
        {isSignedIn && <DueAgreements next={query.get('next')} />}
        <Cookies />
        {isSignedIn && <Ledger />}
      </Stack>
    </Screen>
  )
}

function Cookies() {
  const { enableCookieConsent } = usePartner()
  if (!enableCookieConsent || platform().kind !== 'web') return null
  return (
    <Section title={t('brand.cookies.title')}>
      <CookieForm />
    </Section>
  )
}

function Ledger() {
  return (
    <Loaded of={useAgreements()} lines={6}>
      {({ items }) => <Known items={items} />}
    </Loaded>
  )
}

function Known({ items }: { items: readonly Agreement[] }) {
  return (
    <>
      <Section title={t('brand.agreements.list')}>
        {items.length === 0 && <p>{t('brand.agreements.none')}</p>}
        {items.length > 0 && (
          <List label={t('brand.agreements.list')}>
            {items.map((item) => (
              <Row key={item.id} item={item} />
            ))}
          </List>
        )}
      </Section>
      <Section title={t('brand.agreements.withdraw')}>
        <p>{t('brand.agreements.withdraw.account')}</p>
        <LinkButton href={pathOf('notifications')}>{t('brand.agreements.withdraw.whatsapp')}</LinkButton>
      </Section>
    </>
  )
}

function Row({ item }: { item: Agreement }) {
  const { kind, title, textId, at, isGiven, isOwn, firstName } = item
  const when = t(isGiven ? 'brand.agreements.given' : 'brand.agreements.withdrawn', { date: longMoment(at, HERE) })
  const forWhom = isOwn ? [] : [t('brand.agreements.for', { name: cutName(firstName) })]
  const detail = [t(`brand.agreements.kind.${kind}`), when, ...forWhom, ...(textId ? [] : [t('brand.agreements.lost')])]
  return (
    <ListRow
      icon={item.stands ? 'check' : 'file'}
      title={title ?? t(`brand.agreements.kind.${kind}`)}
      detail={detail.join(' · ')}
      href={textId ? `${pathOf('agreements')}?text=${textId}` : undefined}
    />
  )
}

/** A text as it was when somebody agreed to it, whatever it says today. */
function AgreedTextScreen({ textId }: { textId: string }) {
  const text = useAgreedText(textId)
  const { data } = text
  return (
    <Screen title={data?.title ?? t('brand.agreements.text')} lead={data && t('brand.agreements.text')}>
      <Loaded of={text} lines={8} gone={<EmptyState title={t('brand.agreements.missing')} />}>
        {({ section }) => (
          <article className={css.document}>
            {section.map(({ title, content }) => (
              <section key={title + content}>
                {title && <h2>{title}</h2>}
                <Prose markdown={content} />
              </section>
            ))}
          </article>
        )}
      </Loaded>
    </Screen>
  )
}
