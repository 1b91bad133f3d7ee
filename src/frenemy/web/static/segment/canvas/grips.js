// The ends of the selected stroke or join, to hold it by.

export function paintGrips(context, viewport, points) {
  const ends = points.length > 1 ? [points[0], points.at(-1)] : [];
  for (const end of ends) {
    context.beginPath();
    context.arc(...viewport.toScreen(end), 6, 0, 2 * Math.PI);
    context.fillStyle = "#ffffff";
    context.fill();
    context.strokeStyle = "#c25a00";
    context.lineWidth = 2.5;
    context.stroke();
  }
}
