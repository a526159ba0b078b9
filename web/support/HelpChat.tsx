import { getHelpWindow } from '@cuida/core/support/help-api.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { Card, Stack } from '@cuida/ui/Card/Card.tsx'
import { currentLocale, t } from '@cuida/ui/words/words.ts'
import { useState } from 'react'
import { api } from '../kit/api.ts'
import { usePartner } from '../kit/partner.tsx'
import { ChatWindow } from './ChatWindow.tsx'

type Chat = { at: 'closed' | 'asking' | 'failed' | 'ended' } | { at: 'open'; url: string; try: number }

/** Spec 2 §2 "Support": the partner's help widget. Nothing of it is loaded before somebody asks for it, knowing who it is. */
export function HelpChat() {
  const { partnerConfig, partnerName: partner } = usePartner()
  const [chat, setChat] = useState<Chat>({ at: 'closed' })
  if (partnerConfig.supportProvider.type !== 'zendesk' || !partnerConfig.supportProvider.widget) return null
  const open = () => {
    setChat({ at: 'asking' })
    api(getHelpWindow, {}).then(
      ({ url }) => setChat({ at: 'open', url, try: Date.now() }),
      () => setChat({ at: 'failed' }),
    )
  }
  if (chat.at === 'open')
    return (
      <ChatWindow
        key={chat.try}
        url={chat.url}
        locale={currentLocale()}
        onFailed={() => setChat({ at: 'failed' })}
        onEnded={() => setChat({ at: 'ended' })}
      />
    )
  return (
    <Stack>
      {chat.at === 'failed' && <Alert title={t('support.chat.failed')}>{t('support.chat.failedText')}</Alert>}
      {chat.at === 'ended' && <Alert tone="success" title={t('support.chat.ended')} />}
      <Card>
        <div>
          <h2>{t('support.chat.title')}</h2>
          <p>{t('support.chat.who', { partner })}</p>
        </div>
        <Button icon="support" busy={chat.at === 'asking'} onClick={open}>
          {t(chat.at === 'failed' ? 'support.chat.again' : 'support.chat.open')}
        </Button>
      </Card>
    </Stack>
  )
}
