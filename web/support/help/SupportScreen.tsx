import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { LinkButton } from '@cuida/ui/Button/Button.tsx'
import { Section } from '@cuida/ui/Card/Card.tsx'
import { useCombinedQuery } from '@cuida/ui/client/queries/use-query.ts'
import { t, useLocale } from '@cuida/ui/i18n/messages.ts'
import { List, ListRow } from '@cuida/ui/ListRow/ListRow.tsx'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import * as v from 'valibot'
import { content, readContent } from '../../catalogue/content.ts'
import { Faqs } from '../../catalogue/faqs/Faqs.tsx'
import { supportMail, whatsappLink } from '../../kit/contact.ts'
import { usePartner } from '../../kit/content/partner.tsx'
import { pathOf } from '../../routes.ts'
import { HelpChat } from './HelpChat.tsx'

/** B2.26: contacts, and the most common answers. */
export function SupportScreen() {
  const { emergencyPhoneNumber: number } = usePartner()
  return (
    <Screen title={t('support.title')} lead={t('support.lead')}>
      <HelpChat />
      <Contacts />
      <Alert
        tone="warning"
        title={t('support.urgent')}
        action={
          <LinkButton href={`tel:${number}`} icon="phone" fit>
            {t('support.urgentCall', { number })}
          </LinkButton>
        }
      >
        {t('support.urgentText')}
      </Alert>
      <Learn />
      <Faqs />
    </Screen>
  )
}

/** Shown for both kinds of support: they work where the help widget is unreachable. */
function Contacts() {
  const { partnerConfig, partnerName: partner } = usePartner()
  const { email, whatsapp } = partnerConfig.supportProvider.info
  return (
    <List>
      <ListRow
        icon="support"
        title={t('support.whatsapp')}
        detail={t('support.whatsappHint')}
        href={whatsappLink(whatsapp, t('support.whatsappText', { partner }))}
      />
      <ListRow
        icon="pencil"
        title={t('support.ask.entry')}
        detail={t('support.ask.entryHint')}
        href={pathOf('questionsInbox')}
      />
      <ListRow
        icon="mail"
        title={t('support.email')}
        detail={email}
        href={supportMail(email, t('support.emailSubject', { partner }), t('support.emailBody'))}
      />
    </List>
  )
}

/** Only what the clinic offers; nothing while that is unknown. */
function Learn() {
  const { data } = useLearning()
  if (!data || (data.webinars === 0 && data.kits === 0)) return null
  return (
    <Section title={t('support.learn')}>
      <List label={t('support.learn')}>
        {data.kits > 0 && (
          <ListRow
            icon="star"
            title={t('support.kit.title')}
            detail={t('support.kit.entryHint')}
            href={pathOf('welcomeKit')}
          />
        )}
        {data.webinars > 0 && (
          <ListRow
            icon="video"
            title={t('support.webinars.entry')}
            detail={t('support.webinars.entryHint')}
            href={pathOf('webinars')}
          />
        )}
      </List>
    </Section>
  )
}

/** The number of webinars, and whether there is a course for new patients. */
export const useLearning = () =>
  useCombinedQuery(
    content('learning'),
    useLocale(),
    async ({ signal }) => {
      const query = 'pagination[page]=1&pagination[pageSize]=100'
      const [webinars, kits] = await Promise.all([
        readContent('webinars', query, v.array(Named), signal),
        readContent('courses', `${query}&filters[slug][$eq]=welcome-kit`, v.array(Named), signal),
      ])
      return { webinars: webinars.length, kits: kits.length }
    },
    { staleTime: 60_000 },
  )
const Named = v.object({ slug: v.string() })
