import { type ReactNode, useEffect, useRef } from 'react'
import { Avatar } from '../Avatar/Avatar.tsx'
import { Icon } from '../Icon/Icon.tsx'
import { t } from '../i18n/messages.ts'
import { Spinner } from '../Spinner/Spinner.tsx'
import css from './VideoTile.module.css'

export type VideoState = 'connecting' | 'live' | 'cameraOff' | 'soundOnly' | 'weak' | 'frozen' | 'ended'

interface VideoTileProps {
  name: string
  /** The photo that shows while there is no video. */
  photo?: string | null | undefined
  stream: MediaStream | null
  state: VideoState
  /** The small view of the own camera: muted and mirrored. */
  self?: boolean
  mirrored?: boolean
  /** The participant is speaking: the tile gets a rim. */
  speaking?: boolean
  /** The output device; without it the browser's default. */
  speaker?: string | undefined
  /** A button, such as "Reconectar" on a frozen video. */
  action?: ReactNode
}

/** A participant of a call. Without a video it shows the name and why there is none. */
export function VideoTile({
  name,
  photo,
  stream,
  state,
  self,
  mirrored = self,
  speaking,
  speaker,
  action,
}: VideoTileProps) {
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    if (video.current) video.current.srcObject = stream
  }, [stream])
  useEffect(() => {
    // An unplugged headset rejects: the browser's default output then plays.
    if (speaker !== undefined) void video.current?.setSinkId?.(speaker).catch(() => {})
  }, [speaker])
  const pictured = stream && (state === 'live' || state === 'weak' || state === 'frozen')
  return (
    <div className={css.tile} data-self={self || undefined} data-speaking={speaking || undefined}>
      <video
        ref={video}
        className={css.video}
        data-shown={pictured || undefined}
        data-mirrored={mirrored || undefined}
        autoPlay
        playsInline
        muted={self}
      />
      {!pictured && (
        <div className={css.cover}>
          <Avatar name={name} photo={photo} size={self ? 64 : 128} />
          {!self && <p className={css.name}>{name}</p>}
        </div>
      )}
      <div className={css.note} role="status">
        {state === 'connecting' && <Spinner label={t('ui.video.connecting')} />}
        {state !== 'connecting' && state !== 'live' && (!self || state === 'cameraOff') && (
          <span>
            {state === 'cameraOff' && <Icon name="camera-off" size={18} />}
            <span className={self ? css.unseen : undefined}>{t(`ui.video.${state}`)}</span>
          </span>
        )}
        {action}
      </div>
    </div>
  )
}
