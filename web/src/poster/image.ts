// A poster as a file: its SVG with the fonts that it uses, and the picture made from it.

import { POSTER } from '../drawings/panorama/paper';

/** Milliseconds that a picture's own fonts get. */
const FONTS = 200;

/** Whether a font file has a letter that is written. `range` is a list as in CSS: U+0600-06FF, U+2212. */
export function covers(range: string, text: string): boolean {
  const spans = range.split(',').map((span) => span.trim().replace(/^U\+/i, '').split('-').map((code) => parseInt(code, 16)));
  const codes = [...new Set(text)].map((letter) => letter.codePointAt(0) ?? 0);
  return spans.some(([from = 0, to = from]) => codes.some((code) => code >= from && code <= to));
}

/** The page's own rules for fonts, with the address of their style sheet. */
function rules(): { rule: CSSFontFaceRule; base: string }[] {
  return [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules].filter((rule) => rule instanceof CSSFontFaceRule).map((rule) => ({ rule, base: sheet.href ?? document.baseURI })));
}

async function dataAddress(address: string): Promise<string> {
  const content = await (await fetch(address)).blob();
  return new Promise((given, failed) => {
    const reader = new FileReader();
    reader.onload = () => given(String(reader.result));
    reader.onerror = () => failed(reader.error ?? new Error(`${address} could not be read`));
    reader.readAsDataURL(content);
  });
}

/** The font rules that a text needs, with the files inside: a picture loads nothing from outside. */
async function fonts(text: string): Promise<string> {
  const needed = rules().filter(({ rule: { style } }) => text.includes(style.getPropertyValue('font-family').replaceAll(/["']/g, '')) && covers(style.getPropertyValue('unicode-range') || 'U+0-10FFFF', text));
  const faces = needed.map(async ({ rule: { style }, base }) => {
    const [, file = ''] = /url\(["']?([^"')]+\.woff2)/.exec(style.getPropertyValue('src')) ?? [];
    if (file === '') return '';
    const [family, weight, range] = ['font-family', 'font-weight', 'unicode-range'].map((name) => style.getPropertyValue(name));
    return `@font-face{font-family:${family};font-weight:${weight || '400'};${range ? `unicode-range:${range};` : ''}src:url(${await dataAddress(new URL(file, base).href)})}`;
  });
  return (await Promise.all(faces)).join('');
}

/** A whole SVG file from a poster's content. */
export async function svgFile(content: string): Promise<string> {
  const { width, height } = POSTER;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><style>${await fonts(content)}</style>${content}</svg>`;
}

export const vectorFile = async (content: string, name: string): Promise<File> => new File([await svgFile(content)], name, { type: 'image/svg+xml' });

async function loaded(svg: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  await new Promise((given) => setTimeout(given, FONTS)); // browsers call a picture decoded before its fonts are
  return image;
}

export async function pngFile(content: string, name: string): Promise<File> {
  const image = await loaded(await svgFile(content));
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [POSTER.width, POSTER.height];
  canvas.getContext('2d')?.drawImage(image, 0, 0);
  const blob = await new Promise<Blob | null>((given) => canvas.toBlob(given, 'image/png'));
  if (!blob) throw new Error('the browser could not make the picture');
  return new File([blob], name, { type: 'image/png' });
}

/** Saves a file as the browser does downloads. */
export function download(file: File): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  [link.href, link.download] = [address, file.name];
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Whether the device's own dialog takes pictures. */
export const shares = (file: File): boolean => 'canShare' in navigator && navigator.canShare({ files: [file] });

/** Opens the device's dialog. Someone who closes it has decided, which is no error. */
export async function share(file: File, text: string, url: string): Promise<void> {
  try {
    await navigator.share({ files: [file], text, url });
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
  }
}
