# Colors as people see them who confuse some. Matrices for linear RGB at full severity: Machado,
# Oliveira and Fernandes (2009), IEEE Transactions on Visualization and Computer Graphics 15(6).
sights <- list(
  normal = diag(3),
  deuteranopia = rbind(
    c(0.367322, 0.860646, -0.227968), c(0.280085, 0.672501, 0.047413),
    c(-0.011820, 0.042940, 0.968881)
  ),
  protanopia = rbind(
    c(0.152286, 1.052583, -0.204868), c(0.114503, 0.786281, 0.099216),
    c(-0.003882, -0.048116, 1.051998)
  ),
  tritanopia = rbind(
    c(1.255528, -0.076749, -0.178779), c(-0.078411, 0.930809, 0.147602),
    c(0.004733, 0.691367, 0.303900)
  )
)

# Colors in CIELAB, a row each, as seen with one of these.
seen_colours <- function(colours, sight = "normal") {
  share <- t(grDevices::col2rgb(colours)) / 255
  linear <- ifelse(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055)^2.4)
  seen <- pmin(pmax(linear %*% t(sights[[sight]]), 0), 1)
  coded <- ifelse(seen <= 0.0031308, 12.92 * seen, 1.055 * seen^(1 / 2.4) - 0.055)
  grDevices::convertColor(coded, "sRGB", "Lab")
}

# The least difference between any two of the colors (about 2 is just seen).
min_difference <- function(colours, sight = "normal") {
  min(stats::dist(seen_colours(colours, sight)))
}
