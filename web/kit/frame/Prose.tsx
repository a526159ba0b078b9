import { Fragment, type ReactNode } from 'react'

/**
 * A small Markdown for documents and answers: paragraphs, lists, **strong**, *emphasis* and [links](…). Everything
 * becomes React elements and never HTML text, so a document cannot contain a script.
 */
export function Prose({ markdown }: { markdown: string }) {
  const blocks = markdown.trim().split(/\n{2,}/)
  // biome-ignore lint/suspicious/noArrayIndexKey: a document's blocks never move
  return blocks.map((block, index) => <Block key={index} block={block} />)
}

function Block({ block }: { block: string }) {
  const lines = block.split('\n')
  const bullets = lines.every((line) => /^[-*] /.test(line))
  const numbers = lines.every((line) => /^\d+\. /.test(line))
  if (!bullets && !numbers) return <p>{inline(lines.join(' '))}</p>
  const items = lines.map((line) => <li key={line}>{inline(line.replace(/^([-*]|\d+\.) /, ''))}</li>)
  return numbers ? <ol>{items}</ol> : <ul>{items}</ul>
}

const PIECES = /(\*\*[^*]+\*\*|\*[^*]+\*|\[[^\]]+\]\([^)\s]+\))/

function inline(text: string): ReactNode {
  // biome-ignore lint/suspicious/noArrayIndexKey: a sentence's pieces never move
  return text.split(PIECES).map((piece, index) => <Fragment key={index}>{pieceOf(piece)}</Fragment>)
}

function pieceOf(piece: string): ReactNode {
  if (piece.startsWith('**')) return <strong>{piece.slice(2, -2)}</strong>
  if (piece.startsWith('*') && piece.length > 2) return <em>{piece.slice(1, -1)}</em>
  const link = /^\[([^\]]+)\]\(([^)\s]+)\)$/.exec(piece)
  if (!link?.[1] || !link[2]) return piece
  return isSafe(link[2]) ? <a href={link[2]}>{link[1]}</a> : link[1]
}

const isSafe = (address: string): boolean => /^(https:\/\/|mailto:|tel:|\/(?!\/)|#)/.test(address)
