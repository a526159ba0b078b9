import { tellsWho } from '@cuida/core/kit/tells-who.ts'
import { VENDOR } from '@cuida/core/kit/vendors/vendors.ts'
import { getChatPass, getHelpWindow } from '@cuida/core/support/help/help-api.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { Card, Stack } from '@cuida/ui/Card/Card.tsx'
import { serverNow } from '@cuida/ui/client/server-clock.ts'
import { currentLocale, t } from '@cuida/ui/words/words.ts'
import { useState } from 'react'
import { api } from '../../kit/api.ts'
import { usePartner } from '../../kit/content/partner.tsx'
import { useIsSignedIn } from '../../kit/session/signed-in.ts'
import { ChatWindow } from './ChatWindow.tsx'
import { dropMark, forgetChat, keptChat, markOf } from './chat-mark.ts'

type Chat =
  | { at: 'away' | 'asking' | 'failed' | 'closed' | 'lost' | 'forgotten' }
  | { at: 'open'; url: string; owner: string; try: number; isKept: boolean; isUnknown: boolean }

const passForChat = () => api(getChatPass).then(({ pass }) => pass)

/** B2.26: the partner's help widget. Nothing of it is loaded before somebody asks for it, knowing who it is. */
export function HelpChat() {
  const { partnerConfig, partnerName: partner } = usePartner()
  const isNamed = useIsSignedIn() && tellsWho(partnerConfig.supportProvider)
  const [chat, setChat] = useState<Chat>({ at: 'away' })
  if (partnerConfig.supportProvider.type !== VENDOR.zendesk || !partnerConfig.supportProvider.widget) return null
  const open = () => {
    setChat({ at: 'asking' })
    api(getHelpWindow, {}).then(
      ({ url }) => setChat({ at: 'open', url, owner: markOf(url), try: serverNow(), isKept: true, isUnknown: false }),
      () => setChat({ at: 'failed' }),
    )
  }
  const forget = () => {
    forgetChat()
    setChat({ at: 'forgotten' })
  }
  if (chat.at === 'open') {
    // Of who is known the vendor keeps it; of anybody else's nothing is left, and the app does not promise it.
    const isFleeting = !chat.isKept && (!isNamed || chat.isUnknown)
    return (
      <Stack>
        {chat.isUnknown && <Alert title={t('support.chat.unknown')}>{t('support.chat.unknownText')}</Alert>}
        {isFleeting && (
          <Alert tone="info" title={t('support.chat.fleeting')}>
            {t('support.chat.fleetingText')}
          </Alert>
        )}
        <ChatWindow
          key={chat.try}
          url={chat.url}
          owner={chat.owner}
          locale={currentLocale()}
          pass={isNamed ? passForChat : undefined}
          onReady={(isKept) => {
            if (!isKept) dropMark()
            setChat({ ...chat, isKept })
          }}
          onFailed={() => setChat({ at: 'failed' })}
          onClosed={() => setChat({ at: isFleeting ? 'lost' : 'closed' })}
          onUnknown={() => setChat({ ...chat, isUnknown: true })}
        />
      </Stack>
    )
  }
  const isKept = keptChat() !== undefined
  const word = chat.at === 'failed' ? 'again' : isKept ? 'goOn' : 'open'
  return (
    <Stack>
      {chat.at === 'failed' && <Alert title={t('support.chat.failed')}>{t('support.chat.failedText')}</Alert>}
      {chat.at === 'closed' && <Alert tone="success" title={t('support.chat.closed')} />}
      {chat.at === 'lost' && <Alert title={t('support.chat.lost')} />}
      {chat.at === 'forgotten' && <Alert tone="success" title={t('support.chat.forgotten')} />}
      <Card>
        <div>
          <h2>{t('support.chat.title')}</h2>
          <p>{t(isNamed ? 'support.chat.whoNamed' : 'support.chat.who', { partner })}</p>
        </div>
        <Button icon="support" busy={chat.at === 'asking'} onClick={open}>
          {t(`support.chat.${word}`)}
        </Button>
        {isKept && (
          <Button variant="quiet" onClick={forget}>
            {t('support.chat.forget')}
          </Button>
        )}
      </Card>
    </Stack>
  )
}
